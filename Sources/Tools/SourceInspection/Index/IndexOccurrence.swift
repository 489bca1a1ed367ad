/// A place in a source at which a symbol is declared or used.
package struct IndexOccurrence: Sendable, Hashable {
  /// The unified symbol resolution: the name of the symbol that is unique in a program.
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
