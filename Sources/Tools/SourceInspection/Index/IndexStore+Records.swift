import CCompilerIndex

extension IndexStore {
  /// Calls a closure with each symbol of a record.
  ///
  /// - Throws: An ``IndexError`` if the record is missing or damaged.
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

  /// Returns the occurrences in a record that satisfy a condition, in the order of the source.
  ///
  /// The closure receives the kind and the roles of the symbol, before texts are copied.
  ///
  /// - Throws: An ``IndexError`` if the record is missing or damaged.
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

/// The roles of a symbol at one position.
package struct IndexRoles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static let declaration = Self(rawValue: COMPILER_INDEX_DECLARATION)
  package static let definition = Self(rawValue: COMPILER_INDEX_DEFINITION)
  package static let reference = Self(rawValue: COMPILER_INDEX_REFERENCE)
  package static let call = Self(rawValue: COMPILER_INDEX_CALL)
  /// The occurrence was created by a macro or the compiler, and the source does not contain the
  /// name.
  package static let implicit = Self(rawValue: COMPILER_INDEX_IMPLICIT)
  /// The symbol is a type, and the source extends it.
  package static let extended = Self(rawValue: COMPILER_INDEX_EXTENDED)
}

/// A symbol of a record.
///
/// It is only valid during the call of the closure that receives it.
@safe package struct IndexSymbolView {
  let functions: compiler_index_functions
  let symbol: UnsafeMutableRawPointer

  package var kind: IndexSymbolKind {
    unsafe IndexSymbolKind(rawValue: functions.symbol_get_kind(symbol))
  }

  /// The roles of all occurrences of the symbol in the record.
  package var roles: IndexRoles {
    unsafe IndexRoles(rawValue: functions.symbol_get_roles(symbol))
  }

  package var name: String { unsafe String(functions.symbol_get_name(symbol)) }

  package var usr: String { unsafe String(functions.symbol_get_usr(symbol)) }
}

/// A position in a source at which a symbol is declared or used.
package struct IndexOccurrence: Sendable, Hashable {
  /// The USR (Unified Symbol Resolution), a name of the symbol that is unique in a program.
  package var usr: String
  package var name: String
  package var kind: IndexSymbolKind
  package var roles: IndexRoles
  /// The line, counted from 1.
  package var line: Int
  /// The column in UTF-8 bytes, counted from 1.
  package var column: Int

  package init(
    usr: String, name: String, kind: IndexSymbolKind, roles: IndexRoles, line: Int, column: Int
  ) {
    self.usr = usr
    self.name = name
    self.kind = kind
    self.roles = roles
    self.line = line
    self.column = column
  }
}

/// The kind of a symbol.
///
/// Later releases may add kinds.
package struct IndexSymbolKind: RawRepresentable, Sendable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let module = Self(rawValue: 1)
  package static let macro = Self(rawValue: 4)
  package static let enumeration = Self(rawValue: 5)
  package static let structure = Self(rawValue: 6)
  package static let classType = Self(rawValue: 7)
  package static let protocolType = Self(rawValue: 8)
  package static let typeAlias = Self(rawValue: 11)
  package static let function = Self(rawValue: 12)
  package static let variable = Self(rawValue: 13)
  package static let enumerationCase = Self(rawValue: 15)
  package static let instanceMethod = Self(rawValue: 16)
  package static let classMethod = Self(rawValue: 17)
  package static let staticMethod = Self(rawValue: 18)
  package static let instanceProperty = Self(rawValue: 19)
  package static let classProperty = Self(rawValue: 20)
  package static let staticProperty = Self(rawValue: 21)

  /// A Boolean value that indicates whether it is a type.
  package var isType: Bool {
    [.enumeration, .structure, .classType, .protocolType, .typeAlias].contains(self)
  }

  /// A Boolean value that indicates whether the symbol is a function or a method, including
  /// accessors.
  package var isFunction: Bool {
    [.function, .instanceMethod, .classMethod, .staticMethod].contains(self)
  }

  /// A Boolean value that indicates whether it is a variable, a property or a case.
  package var isValue: Bool {
    [.variable, .instanceProperty, .classProperty, .staticProperty, .enumerationCase]
      .contains(self)
  }
}
