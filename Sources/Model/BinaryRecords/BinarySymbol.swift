/// A name by which images refer to each other's code and data.
package struct BinarySymbol: Sendable, Hashable {
  package let name: String
  /// A Boolean value that indicates whether the image has what the name stands for, and
  /// does not look for it elsewhere.
  package let isDefined: Bool
  /// A Boolean value that indicates whether the symbol may be undefined.
  package let isWeak: Bool
  /// The address, as the file counts addresses; zero if it is not defined.
  package let address: UInt64
}
