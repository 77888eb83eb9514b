"""The template as CloudFormation sees it, for each set of parameters: after SAM's transform, with the parameters' values,
without what they leave out."""

import json
import logging
import sys

from samcli.lib.cfn_language_extensions.api import process_template
from samcli.yamlhelper import yaml_parse
from samtranslator.translator.transform import transform

# It misses what only AWS' own deployment of it has.
logging.disable(logging.CRITICAL)


class NoManagedPolicies:
    def load(self):
        return {}


def deployed(text, parameters):
    # The transform wants code that was uploaded.
    source = yaml_parse(text.replace("lambda/target/sluice.jar", "s3://bucket/sluice.jar"))
    transformed = transform(source, parameters, NoManagedPolicies())
    # SAM's own resolver of functions runs only where this is declared.
    resolved = process_template(transformed | {"Transform": "AWS::LanguageExtensions"}, parameter_values=parameters)
    conditions = resolved["Conditions"]
    wanted = {
        name: resource
        for name, resource in resolved["Resources"].items()
        if "Condition" not in resource or holds(conditions[resource["Condition"]])
    }
    return resolved | {"Resources": wanted}


def holds(condition):
    [(function, arguments)] = condition.items()
    if function == "Fn::Not":
        return not holds(arguments[0])
    if function == "Fn::Equals":
        return str(arguments[0]) == str(arguments[1])
    if function == "Fn::Or":
        return any(holds(argument) for argument in arguments)
    raise NotImplementedError(function)


with open(sys.argv[1]) as file:
    template = file.read()
print(json.dumps([deployed(template, parameters) for parameters in json.loads(sys.argv[2])]))
