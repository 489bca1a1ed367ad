import CCompilerIndex

extension IndexStore {
  /// Calls a closure with each symbol of a record.
  ///
  /// - Throws: An ``IndexError`` if the record is gone or damaged.
  package func forEachSymbol(
    inRecord name: String, _ body: (IndexSymbolView) -> Void
  ) throws(IndexError) {
    try unsafe withRecord(name) { reader in
      withoutActuallyEscaping(body) { body in
        let call = Collected(SymbolBody(functions: functions, body: body))
        _ = unsafe functions.record_reader_symbols_apply_f(reader, true, call.pointer) {
          let call = unsafe Collected<SymbolBody>.of($0).value
          unsafe call.body(IndexSymbolView(functions: call.functions, symbol: $1!))
          return true
        }
      }
    }
  }

  /// Returns the occurrences in a record that a closure wants, in the order of the source.
  ///
  /// The closure sees the symbol's kind and the roles, before texts are copied.
  ///
  /// - Throws: An ``IndexError`` if the record is gone or damaged.
  package func occurrences(
    inRecord name: String, where isWanted: (IndexSymbolKind, IndexRoles) -> Bool
  ) throws(IndexError) -> [IndexOccurrence] {
    var found: [IndexOccurrence] = []
    try unsafe withRecord(name) { reader in
      found = withoutActuallyEscaping(isWanted) { isWanted in
        let list = Collected(OccurrenceList(functions: functions, isWanted: isWanted))
        _ = unsafe functions.record_reader_occurrences_apply_f(reader, list.pointer) {
          unsafe Collected<OccurrenceList>.of($0).value.add($1!)
          return true
        }
        return list.value.found
      }
    }
    return found
  }

  private func withRecord(
    _ name: String, _ body: (UnsafeMutableRawPointer) -> Void
  ) throws(IndexError) {
    try checkCompleteness(of: .record, named: name)
    var error: UnsafeMutableRawPointer?
    guard let reader = unsafe functions.record_reader_create(store, name, &error) else {
      throw unsafe unreadable("record", name, error)
    }
    defer { unsafe functions.record_reader_dispose(reader) }
    unsafe body(reader)
  }

  private struct SymbolBody {
    let functions: compiler_index_functions
    let body: (IndexSymbolView) -> Void
  }

  private struct OccurrenceList {
    let functions: compiler_index_functions
    let isWanted: (IndexSymbolKind, IndexRoles) -> Bool
    var found: [IndexOccurrence] = []

    mutating func add(_ occurrence: UnsafeMutableRawPointer) {
      guard let symbol = unsafe functions.occurrence_get_symbol(occurrence) else { return }
      let view = unsafe IndexSymbolView(functions: functions, symbol: symbol)
      let roles = unsafe IndexRoles(rawValue: functions.occurrence_get_roles(occurrence))
      guard isWanted(view.kind, roles) else { return }
      var line: UInt32 = 0
      var column: UInt32 = 0
      unsafe functions.occurrence_get_line_col(occurrence, &line, &column)
      found.append(
        IndexOccurrence(
          usr: view.usr, name: view.name, kind: view.kind, roles: roles, line: Int(line),
          column: Int(column)))
    }
  }
}
