"""The variables that `sam local invoke --env-vars` gives each function, by the SAM CLI's own code."""

import json
import sys

from samcli.lib.providers.sam_function_provider import SamFunctionProvider
from samcli.lib.providers.sam_stack_provider import SamLocalStackProvider
from samcli.commands.local.lib.local_lambda import LocalLambdaRunner

template, variables = sys.argv[1], sys.argv[2]
with open(variables) as file:
    overrides = json.load(file)
stacks, _ = SamLocalStackProvider.get_stacks(template)
provider = SamFunctionProvider(stacks)
runner = LocalLambdaRunner(None, provider, ".", real_path=".", env_vars_values=overrides)
print(
    json.dumps(
        {
            function.name: runner._make_env_vars(function).resolve()
            for function in provider.get_all()
            if function.environment
        }
    )
)
