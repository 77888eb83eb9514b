"""What the SAM CLI reads in a template."""

import json
import sys

from samcli.yamlhelper import yaml_parse

with open(sys.argv[1]) as file:
    print(json.dumps(yaml_parse(file.read())))
