package import RecordFormat

extension DeclaredItem {
  /// Creates the item of a record.
  ///
  /// Its name is the key of the record.
  package init(_ record: Record) {
    self.init(name: record.key, location: record.location, priority: record.priority)
  }
}
