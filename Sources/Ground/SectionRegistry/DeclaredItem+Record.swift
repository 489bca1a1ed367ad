package import RecordFormat

extension DeclaredItem {
  /// Creates the item of a record, whose name is the record's key.
  package init(_ record: Record) {
    self.init(name: record.key, location: record.location, priority: record.priority)
  }
}
