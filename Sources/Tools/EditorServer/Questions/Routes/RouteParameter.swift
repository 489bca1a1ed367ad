/// A parameter of a route's function that a URL can provide.
struct RouteParameter: Sendable, Hashable {
  /// The name of the value in URLs.
  let name: String
  let type: String
  let defaultValue: String?

  /// A Boolean value that indicates whether a call without the value is an error.
  var isRequired: Bool { defaultValue == nil && !type.hasSuffix("?") }

  /// Reads the parameters in a string such as `Store.product(id: Int, page: Int = 1) -> Page`.
  ///
  /// Parameters for closures, the call's information and its dictionary are omitted, because a URL
  /// does not provide them.
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
      // Ignores the `>` in the arrow of a function type.
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
    // Without an argument label, the name follows the underscore.
    guard let name = names.last(where: { $0 != "_" }), !Self.isNoValue(written) else {
      return nil
    }
    self.name = String(names.first == "_" ? name : names[0])
    self.type = written
  }

  /// Returns whether a URL cannot provide a value of a type.
  private static func isNoValue(_ type: String) -> Bool {
    let spelling = type.filter { $0 != " " && $0 != "?" }
    return [
      "KhalaInfo", "Khala.KhalaInfo", "[String:Any]", "Dictionary<String,Any>", "[String:anyAny]",
      "[AnyHashable:Any]", "Dictionary<AnyHashable,Any>", "KhalaClosure", "Khala.KhalaClosure",
    ].contains(spelling) || spelling.contains("->")
  }
}
