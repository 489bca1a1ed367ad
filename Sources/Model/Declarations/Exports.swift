// A declaration is read from a record, and written as one.
@_exported public import RecordFormat
