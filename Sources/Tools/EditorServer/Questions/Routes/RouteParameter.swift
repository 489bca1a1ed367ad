/// A value that a route's function takes, read from the text of its destination.
struct RouteParameter: Sendable, Hashable {
  /// The name in URLs.
  let name: String
  let type: String
  let defaultValue: String?

  /// A Boolean value that indicates whether a call without it is an error.
  var isRequired: Bool { defaultValue == nil && !type.hasSuffix("?") }

  /// Reads the values in a text such as `Store.product(id: Int, page: Int = 1) -> Page`.
  ///
  /// Closures and the dictionary of a call are no values of its URL.
  static func list(of destination: String) -> [RouteParameter] {
    guard let open = destination.firstIndex(of: "(") else { return [] }
    var depth = 0
    var parts: [Substring] = []
    var start = destination.index(after: open)
    var previous: Character = " "
    scan: for index in destination[start...].indices {
      let character = destination[index]
      switch character {
      case "(", "[", "<": depth += 1
      case "]": depth -= 1
      // The arrow of a function's type.
      case ">" where previous != "-": depth -= 1
      case ")" where depth == 0:
        parts.append(destination[start..<index])
        break scan
      case ")": depth -= 1
      case "," where depth == 0:
        parts.append(destination[start..<index])
        start = destination.index(after: index)
      default: break
      }
      previous = character
    }
    return parts.compactMap(RouteParameter.init)
  }

  private init?(_ text: Substring) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let names = text[..<colon].split(separator: " ")
    var type = text[text.index(after: colon)...]
    if let equals = type.firstRange(of: " = ") {
      defaultValue = String(type[equals.upperBound...])
      type = type[..<equals.lowerBound]
    } else {
      defaultValue = nil
    }
    let written = String(type.drop { $0 == " " })
    // A value without a label has its name behind the underscore; other roles have none.
    guard let name = names.last(where: { $0 != "_" }), !Self.isNoValue(written) else {
      return nil
    }
    self.name = String(names.first == "_" ? name : names[0])
    self.type = written
  }

  /// Returns whether a parameter of this type gets no value of the URL.
  private static func isNoValue(_ type: String) -> Bool {
    let spelling = type.filter { $0 != " " && $0 != "?" }
    return [
      "KhalaInfo", "Khala.KhalaInfo", "[String:Any]", "Dictionary<String,Any>", "[String:anyAny]",
      "[AnyHashable:Any]", "Dictionary<AnyHashable,Any>", "KhalaClosure", "Khala.KhalaClosure",
    ].contains(spelling) || spelling.contains("->")
  }
}
