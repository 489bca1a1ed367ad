/// An Optional of any sort.
package protocol OptionalValue {
  static var none: Self { get }
  /// The value, or `nil` if there is none.
  var wrapped: Any? { get }
}

extension OptionalValue {
  var isNil: Bool { wrapped == nil }
}

extension Optional: OptionalValue {
  package var wrapped: Any? { self }
}
