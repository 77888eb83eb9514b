import hashlib, json, urllib.request
import boto3
from botocore.config import Config

# Asked once: a second call would migrate beside the first.
functions = boto3.client("lambda", config=Config(read_timeout=890, retries={"total_max_attempts": 1}))
stacks = boto3.client("cloudformation")

def call(function, payload):
    answer = functions.invoke(FunctionName=function, Payload=payload)
    if "FunctionError" in answer:
        raise RuntimeError(json.load(answer["Payload"]).get("errorMessage", function + " failed"))

# A rollback calls nothing: old releases serve a newer schema, and the database may be what has failed.
def rolls_back(stack):
    return "ROLLBACK" in stacks.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]

def fingerprint(settings):
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]

def handler(event, context):
    answer = {name: event[name] for name in ("StackId", "RequestId", "LogicalResourceId")}
    answer |= {"Status": "SUCCESS", "PhysicalResourceId": event["LogicalResourceId"]}
    try:
        if event["RequestType"] != "Delete":
            given = event["ResourceProperties"]
            if not rolls_back(event["StackId"]):
                for one in given["Calls"]:
                    call(one["Function"], one["Payload"])
            answer["Data"] = {name: fingerprint(value) for name, value in given.items() if isinstance(value, dict)}
    except Exception as fault:
        answer |= {"Status": "FAILED", "Reason": str(fault)[:500]}  # CloudFormation takes 4 KB in all
    body = json.dumps(answer).encode()
    urllib.request.urlopen(urllib.request.Request(event["ResponseURL"], body, {"Content-Type": ""}, method="PUT"))
