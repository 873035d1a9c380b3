"""Lets schemathesis send a body of JSON lines as the string is, without a serialisation of its own."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
