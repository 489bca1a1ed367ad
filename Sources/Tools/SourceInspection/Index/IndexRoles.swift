import CCompilerIndex

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
