import RoutePatterns
import Spelling

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Khala {
  /// Returns the URL of a route with these values, in the form that `call` parses.
  ///
  /// ```swift
  /// try Khala.url("users/{id:Int}/posts/{slug}", ["id": 5, "slug": "x y"], scheme: "kl")
  /// // kl://users/5/posts/x%20y
  /// try Khala.url("kl://AModule/server", ["value": 64])
  /// // kl://AModule/server?value=64
  /// ```
  ///
  /// Values that the pattern captures are written into its path. All others become items of the
  /// query, sorted by name, so that the same values always produce the same URL. An array is
  /// written as several items with the same name, or as the components of a `{*rest}`. A `nil`
  /// value is omitted. A value is written in the form that a routing function parses: its
  /// description, its raw value, or its JSON.
  ///
  /// The route need not exist in this program, because it may belong to another one.
  ///
  /// - Parameters:
  ///   - route: The pattern of a route, such as one with `@Route`, or the URL of a class and
  ///     function.
  ///   - values: The values by name.
  ///   - query: Further items, written in this order. Names may repeat.
  ///   - scheme: The scheme, if the pattern matches any or several. By default it is the first
  ///     scheme of the pattern, or none.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The URL, with escapes where necessary.
  /// - Throws: A ``KhalaError`` that names the value that is missing or does not match the pattern.
  public static func url(
    _ route: String, _ values: [String: Any?] = [:], query: KeyValuePairs<String, Any?> = [:],
    scheme: String? = nil, fileID: String = #fileID, line: Int = #line
  ) throws(KhalaError) -> String {
    do throws(KhalaError) {
      return try RouteURLWriter(route, scheme: scheme).url(values, query: query)
    } catch {
      throw error.at(CodeLocation(fileID: fileID, line: line))
    }
  }
}

/// Writes the values of one URL into its path and its query.
private struct RouteURLWriter {
  let pattern: RoutePattern
  let scheme: String?
  /// The name of the capture that takes several components.
  let rest: String?

  init(_ route: String, scheme: String?) throws(KhalaError) {
    self.scheme = scheme
    do throws(RoutePatternError) {
      pattern = try RoutePattern(route)
    } catch {
      throw .invalidURL(route, because: error)
    }
    rest = if case .rest(_, let name)? = pattern.segments.last { name } else { nil }
  }

  func url(
    _ values: [String: Any?], query: KeyValuePairs<String, Any?>
  ) throws(KhalaError) -> String {
    let names = Set(pattern.captureNames)
    var captured: [String: String] = [:]
    var items: [RouteQueryItem] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let texts = try texts(of: value, name)
      if names.contains(name) {
        captured[name] = try component(texts, name)
      } else {
        items += texts.map { RouteQueryItem(name, $0) }
      }
    }
    for (name, value) in query {
      items += try texts(of: value, name).map { RouteQueryItem(name, $0) }
    }
    do {
      var parts = try pattern.url(with: captured, scheme: scheme).parts
      parts.queryItems = items
      return try RouteAddress(parts).text
    } catch let error as RouteValueError {
      throw refusal("\(error)\(hint(about: error, among: items.map(\.name)))")
    } catch {
      throw .invalidURL(pattern.text, because: error)
    }
  }

  private func texts(of value: Any?, _ name: String) throws(KhalaError) -> [String] {
    if let texts = ValueText.texts(of: value) { return texts }
    throw refusal(
      """
      '\(name)' cannot be written into a URL: \(value.map { "\(type(of: $0))" } ?? "it") has no \
      string or raw value and is not 'Encodable'. Pass it with the call, in 'params'.
      """)
  }

  /// Returns the string for a capture, or `nil` if it is omitted.
  private func component(_ texts: [String], _ name: String) throws(KhalaError) -> String? {
    guard texts.count != 1 || name == rest else { return texts[0] }
    guard !texts.isEmpty else { return nil }
    guard name == rest else {
      throw refusal(
        "'\(pattern)' takes one value for '\(name)', not \(texts.count): pass one.")
    }
    if texts.count > 1, let text = texts.first(where: { $0.contains("/") }) {
      throw refusal(
        """
        '\(text)', one of several values for '\(name)' of '\(pattern)', would be parsed as two: \
        remove the slash.
        """)
    }
    return texts.joined(separator: "/")
  }

  /// Returns a suggestion for the name of a missing value.
  private func hint(about error: RouteValueError, among others: [String]) -> String {
    guard case .missing(let name, _) = error,
      let nearest = EditDistance.nearest(to: name, among: others, atMost: 1).first
    else { return "" }
    return " Did you mean '\(nearest)'?"
  }

  private func refusal(_ message: String) -> KhalaError {
    KhalaError(.invalidArgument, url: pattern.text, message: "[Khala] \(message)")
  }
}

/// The string forms of a value in a URL, as ``__KhalaReader`` parses them.
enum ValueText {
  /// Returns the strings for a value: none for `nil`, one for each element of an array, and
  /// otherwise one.
  ///
  /// - Returns: The strings, or `nil` if the type of the value has no string form.
  static func texts(of value: Any?) -> [String]? {
    guard let value = value.flatMap(unwrapped) else { return [] }
    guard let elements = value as? [Any] else { return text(of: value).map { [$0] } }
    let texts = elements.compactMap { unwrapped($0).flatMap(text) }
    return texts.count == elements.count ? texts : nil
  }

  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped.flatMap(unwrapped)
  }

  private static func text(of value: Any) -> String? {
    if let value = value as? any LosslessStringConvertible { return value.description }
    if let value = value as? any RawRepresentable,
      let raw = rawValue(of: value) as? any LosslessStringConvertible
    {
      return raw.description
    }
    guard let value = value as? any Encodable else { return nil }
    return json(value)
  }

  private static func rawValue(of value: some RawRepresentable) -> Any { value.rawValue }

  /// Returns the JSON of a value.
  ///
  /// If that is a string, its quotes are removed.
  private static func json(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(value) else { return nil }
    return (try? JSONDecoder().decode(String.self, from: json))
      ?? String(decoding: json, as: UTF8.self)
  }
}
