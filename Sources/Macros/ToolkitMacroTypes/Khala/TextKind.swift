import SwiftSyntax

/// The texts of which a type can be made, as far as its name tells.
///
/// Only the names of the standard library's values and of `UUID` tell anything: any
/// other type may read what it likes.
enum TextKind {
  case boolean
  case integer
  case number
  case uuid

  /// The kind of a type, or of what its Optionals and arrays hold.
  init?(_ type: TypeSyntax) {
    if let inner = type.unwrapped ?? type.element {
      self.init(inner)
      return
    }
    let name = type.spelling.split(separator: ".")
    guard let last = name.last, name.count == 1 || ["Swift", "Foundation"].contains(name.first)
    else { return nil }
    switch last {
    case "Bool": self = .boolean
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128",
      "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128":
      self = .integer
    case "Double", "Float", "Float16", "Float80", "CGFloat": self = .number
    case "UUID": self = .uuid
    default: return nil
    }
  }

  /// The converters whose texts are such values; the best one first.
  ///
  /// `Bool` does take 0 and 1, but what is captured as a number and is neither of
  /// them is not meant as one.
  var converters: [String] {
    switch self {
    case .boolean: ["Bool"]
    case .integer: ["Int", "UInt"]
    case .number: ["Double"]
    case .uuid: ["UUID"]
    }
  }

  /// Returns whether one of the texts that a converter takes is such a value.
  func takes(textsOf converter: String) -> Bool {
    switch self {
    case .boolean, .uuid: converters.contains(converter)
    case .integer, .number: ["Int", "UInt", "Double"].contains(converter)
    }
  }
}
