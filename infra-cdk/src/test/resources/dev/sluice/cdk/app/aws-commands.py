"""What is wrong with commands of the AWS CLI v2, by the models of the APIs that it is made of."""

import json
import shlex
import sys

import botocore.session
from botocore import xform_name

# Of the CLI itself, and not of an API.
GLOBAL = {"query": True, "output": True, "region": True, "profile": True, "cli-binary-format": True, "cli-read-timeout": True}
CUSTOM = {
    ("logs", "tail"): {"since": True, "follow": False, "format": True, "filter-pattern": True},
    ("rds", "generate-db-auth-token"): {"hostname": True, "port": True, "username": True},
}
OPERANDS = {("lambda", "invoke"): 1, ("logs", "tail"): 1}

session = botocore.session.get_session()


def options(service, operation):
    """Each with its shape, or whether it takes a value."""
    if (service, operation) in CUSTOM:
        return CUSTOM[service, operation]
    model = session.get_service_model(service)
    names = {xform_name(name, "-"): name for name in model.operation_names}
    members = model.operation_model(names[operation]).input_shape.members
    known = {}
    for name, shape in members.items():
        option = xform_name(name, "-")
        known[option] = shape if shape.type_name != "boolean" else False
        if shape.type_name == "boolean":
            known["no-" + option] = False
    return known


def faults(command):
    words = shlex.split(command, comments=True)
    service, operation, rest = words[1], words[2], words[3:]
    if "<" in command or ">" in command:
        yield "a placeholder that the shell takes for a redirection"
    try:
        known = options(service, operation)
    except Exception:
        yield f"no {service} {operation}"
        return
    given, operands = {}, []
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            operands.append(word)
            continue
        name, takes = word[2:], GLOBAL.get(word[2:], known.get(word[2:]))
        if takes is None:
            yield f"{service} {operation} has no {word}"
        values = []
        while takes and rest and not rest[0].startswith("--") and (not values or getattr(takes, "type_name", "") == "list"):
            values.append(rest.pop(0))
        given[name] = values
        if takes and not values:
            yield f"{word} has no value"
    if not given and not operands:
        return  # the command's name in a sentence
    if len(operands) != OPERANDS.get((service, operation), 0):
        yield f"{service} {operation} with {operands}"
    for name, shape in known.items():
        if getattr(shape, "type_name", "") != "blob" or name not in given:
            continue
        if not given[name][0].startswith("fileb://") and given.get("cli-binary-format") != ["raw-in-base64-out"]:
            yield f"--{name} needs --cli-binary-format raw-in-base64-out"
    if (service, operation) == ("lambda", "invoke") and "RELAY" in given["function-name"][0]:
        if given.get("invocation-type") != ["Event"]:
            yield "the relay may answer after more than the CLI's 60 s: --invocation-type Event"


print(json.dumps({command: found for command in json.loads(sys.argv[1]) if (found := list(faults(command)))}))
