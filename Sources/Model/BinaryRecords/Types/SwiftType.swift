/// A type, as the metadata of an image refers to it.
package indirect enum SwiftType: Sendable, Hashable {
  /// An element of a tuple, or an associated value of a case.
  package struct Element: Sendable, Hashable {
    package let label: String?
    package let type: SwiftType

    package init(_ label: String? = nil, _ type: SwiftType) {
      self.label = label
      self.type = type
    }
  }

  /// A structure, class or enumeration with its generic arguments: `Swift.Array<Swift.Int>`.
  case nominal(String, [SwiftType])
  case tuple([Element])
  /// A generic parameter of the type that refers to it, by its position.
  case parameter(Int)
  /// A type whose values are never encoded, or a reference that this reader does not know.
  ///
  /// The value describes the type: `a function`.
  case other(String)
}

extension SwiftType: CustomStringConvertible {
  /// The type in Swift, with qualified names.
  package var description: String {
    switch self {
    case .nominal(let name, []): name
    case .nominal(let name, let arguments):
      "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    case .tuple(let elements):
      "("
        + elements.map { element in
          (element.label.map { "\($0): " } ?? "") + element.type.description
        }.joined(separator: ", ") + ")"
    case .parameter(let index): "generic parameter \(index)"
    case .other(let words): words
    }
  }
}
