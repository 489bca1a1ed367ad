// A relay has a source location.
@_exported public import struct RecordFormat.CodeLocation
