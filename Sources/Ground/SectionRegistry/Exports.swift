// `RecordKind` and `RecordFlags` are part of the interface of this module. They are declared in a
// lower module, so that the macros, which write records, can use them.
@_exported public import RecordFormat
