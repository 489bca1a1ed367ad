import SwiftSyntax

/// The strings that can be converted to a type, determined from the name of the type.
///
/// Only value types of the standard library and `UUID` are known. Any other type may accept any
/// string.
enum TextKind {
  case boolean
  case integer
  case number
  case uuid

  /// Creates the kind of a type, of its wrapped type, or of its elements.
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

  /// The converters whose texts are such values, with the best one first.
  ///
  /// `Bool` also accepts 0 and 1, but a value that is captured as a number is probably not meant as
  /// a Boolean.
  var converters: [String] {
    switch self {
    case .boolean: ["Bool"]
    case .integer: ["Int", "UInt"]
    case .number: ["Double"]
    case .uuid: ["UUID"]
    }
  }

  /// Returns whether some of the texts of a converter are such values.
  func takes(textsOf converter: String) -> Bool {
    switch self {
    case .boolean, .uuid: converters.contains(converter)
    case .integer, .number: ["Int", "UInt", "Double"].contains(converter)
    }
  }
}
