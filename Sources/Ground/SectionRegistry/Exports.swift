// `RecordKind` and `RecordFlags` are part of this module's interface; they live
// one floor below so that the macros, which write records, share them.
@_exported public import RecordFormat
