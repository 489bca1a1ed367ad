import CCompilerIndex

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

/// The kind of a symbol; the list may grow.
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

  /// A Boolean value that indicates whether it is a function or a method; an accessor is one too.
  package var isFunction: Bool {
    [.function, .instanceMethod, .classMethod, .staticMethod].contains(self)
  }

  /// A Boolean value that indicates whether it is a variable, a property or a case.
  package var isValue: Bool {
    [.variable, .instanceProperty, .classProperty, .staticProperty, .enumerationCase]
      .contains(self)
  }
}

/// The roles of a symbol at a place.
package struct IndexRoles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static let declaration = Self(rawValue: COMPILER_INDEX_DECLARATION)
  package static let definition = Self(rawValue: COMPILER_INDEX_DEFINITION)
  package static let reference = Self(rawValue: COMPILER_INDEX_REFERENCE)
  package static let call = Self(rawValue: COMPILER_INDEX_CALL)
  /// Written by a macro or the compiler: no name stands at the place.
  package static let implicit = Self(rawValue: COMPILER_INDEX_IMPLICIT)
}
