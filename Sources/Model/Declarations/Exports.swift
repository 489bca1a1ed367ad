// Declarations are read from records and written as records.
@_exported public import RecordFormat
