/// The URL of a route with tab stops for its captures and its required values.
struct RouteSnippet {
  /// The URL for people: `kl://goods/{number}?page={page}`.
  let label: String
  /// The URL to insert.
  ///
  /// A snippet contains tab stops such as `${1:number}`.
  let text: String
  let isSnippet: Bool

  /// Creates the URL of a route.
  ///
  /// - Parameters:
  ///   - route: The route. Its optional captures and values are omitted.
  ///   - scheme: The typed scheme. By default, the scheme of the route.
  init(_ route: RouteSource, scheme: String?) {
    let start = "\(route.writtenScheme(scheme))://"
    var parts: [Part] = [.text(start)]
    for segment in route.path.split(separator: "/") {
      let read = Self.parts(of: segment)
      guard !read.isOptional else { continue }
      if parts.count > 1 { parts.append(.text("/")) }
      parts += read.parts
    }
    let captured = Set(parts.compactMap(\.name))
    var separator = "?"
    for parameter in route.parameters
    where parameter.isRequired && !captured.contains(parameter.name) {
      parts += [.text("\(separator)\(parameter.name)="), .stop(parameter.name)]
      separator = "&"
    }
    label = parts.map { part in
      switch part {
      case .text(let text): text
      case .stop(let name): "{\(name)}"
      }
    }.joined()
    isSnippet = parts.contains { $0.name != nil }
    var number = 0
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += isSnippet ? Self.escaped(plain) : plain
      case .stop(let name):
        number += 1
        text += "${\(number):\(Self.escaped(name))}"
      }
    }
    self.text = text
  }

  /// A part of a URL.
  private enum Part {
    case text(String)
    case stop(String)

    var name: String? { if case .stop(let name) = self { name } else { nil } }
  }

  /// Reads a segment of a pattern.
  private static func parts(of segment: Substring) -> (parts: [Part], isOptional: Bool) {
    var parts: [Part] = []
    var rest = segment
    var isOptional = false
    var text = ""
    while let first = rest.first {
      if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        text.append(first)
        rest = rest.dropFirst(2)
      } else if first == "{", let end = rest.firstIndex(of: "}") {
        let capture = rest[rest.index(after: rest.startIndex)..<end]
        if capture.hasSuffix("?") { isOptional = true }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(
          .stop(capture.filter { $0 != "*" && $0 != "?" }.prefix { $0 != ":" }.description))
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return (parts, isOptional)
  }

  /// Returns a text in which the special characters of snippets are escaped.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\$}".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}

extension RouteSource {
  /// Returns the scheme in a URL of the route: the typed scheme or, by default, the first scheme of
  /// the route.
  func writtenScheme(_ typed: String?) -> String { typed ?? schemes.first ?? "kl" }
}
