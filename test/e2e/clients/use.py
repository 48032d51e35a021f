"""Calls all six endpoints through the client that openapi-python-client makes of the document, and prints what came back."""

import json
import sys
from datetime import datetime, timedelta, timezone

from client import Client
from client.api.connectors import connectors, manifest
from client.api.documents import example, openapi
from client.api.ledgers import normalize, reconcile
from client.models import ConnectorPayload, ConnectorPayloadConnector, NativeLogRow, NativePage

client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
ROW = {"id": 1, "request_id": "r1", "created_at": 1790812800, "type": 2, "model_name": "gpt-4o", "quota": 500}
PAGE = {"success": True, "data": {"items": [ROW], "total": 1}}


def charged_in(logs):
    body = ConnectorPayload(ConnectorPayloadConnector.NEW_API, logs, quota_per_unit=500000)
    return [usage.charged_amount for usage in normalize.sync(client=client, body=body).data.downstream_usage]


report = reconcile.sync(client=client, body=example.sync(client=client).data).data
catalog = connectors.sync(client=client).data
described = manifest.sync(catalog[0].id, client=client).data
page = NativePage.from_dict(PAGE)
print(
    json.dumps(
        {
            "codes": [finding.code for finding in report.findings],
            "isRecent": datetime.now(timezone.utc) - report.generated_at < timedelta(hours=1),
            "connectors": [connector.id for connector in catalog],
            "required": described.ingress.required_fields,
            "openapi": openapi.sync(client=client).openapi,
            "charged": [charged_in([NativeLogRow.from_dict(ROW)]), charged_in(page), charged_in([page])],
        }
    )
)
