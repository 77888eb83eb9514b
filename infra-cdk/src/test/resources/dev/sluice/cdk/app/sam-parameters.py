"""What `sam deploy --parameter-overrides file://...` makes of a file, by the SAM CLI's own code."""

import json
import sys

from samcli.cli.types import CfnParameterOverridesType

print(json.dumps(CfnParameterOverridesType().convert([f"file://{sys.argv[1]}"], None, None)))
