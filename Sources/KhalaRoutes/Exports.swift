// Routes and problems have source locations.
@_exported public import struct RecordFormat.CodeLocation
