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
