import CCompilerIndex

/// A symbol of a record, valid during the call that hands it out.
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
