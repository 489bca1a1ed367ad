import Foundation

/// An HTTP/1 request.
package struct HTTPRequest: Sendable, Hashable {
  /// The method, such as `GET`.
  package var method: String

  /// The path, without the query.
  package var path: String

  /// The query, without the question mark.
  package var query: String

  /// The header values by name.
  ///
  /// The names are in lower case.
  package var headers: [String: String]

  /// The body, which is read after the head.
  package var body: [UInt8] = []

  /// Parses a head that ends with an empty line.
  ///
  /// - Throws: The response to a head that is invalid or requests something that is not supported.
  init(_ head: [UInt8]) throws(HTTPResponse) {
    guard let text = String(validating: head, as: UTF8.self) else {
      throw .error(400, "the head of the request is not UTF-8")
    }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\n" }[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/"),
      let target = Target(words[1])
    else {
      throw .error(400, "the first line must be like 'GET /metrics HTTP/1.1'")
    }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw .error(505, "the version must be HTTP/1.1 or HTTP/1.0, not \(words[2])")
    }
    method = String(words[0])
    path = target.path
    query = target.query
    headers = [:]
    for line in lines where !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = parts.first, !name.isEmpty, !name.contains(" ") else {
        throw .error(400, "the line '\(line)' is not a header")
      }
      let known = headers.updateValue(parts[1].trimmed, forKey: name.lowercased())
      // Programs through which the request passes may each use a different one of the values.
      if known != nil, Self.singleHeaders.contains(name.lowercased()) {
        throw .error(400, "the request has the header '\(name)' twice")
      }
    }
    if words[2] == "HTTP/1.1", headers["host"] == nil {
      throw .error(400, "the request has no header 'Host'")
    }
    // The host of an absolute target takes precedence (RFC 9112, 3.2.2).
    if let host = target.host { headers["host"] = host }
  }

  private static let singleHeaders: Set<String> = ["content-length", "host", "transfer-encoding"]

  /// The target of a request: a path, or an address with a host.
  private struct Target {
    var host: String?
    var path: String
    var query: String

    init?(_ text: Substring) {
      var text = text
      let scheme = "http://"
      if text.prefix(scheme.count).lowercased() == scheme {
        text.removeFirst(scheme.count)
        let host = text.prefix { $0 != "/" && $0 != "?" }
        guard !host.isEmpty, !host.contains("@") else { return nil }
        self.host = String(host)
        text.removeFirst(host.count)
        if !text.hasPrefix("/") { text = "/" + text }
      }
      guard text.hasPrefix("/") else { return nil }
      path = String(text.prefix { $0 != "?" })
      query = String(text.dropFirst(path.count + 1))
    }
  }

  /// Returns a parameter of the query, or `nil` if it is missing or not valid.
  package func parameter(_ name: String) -> String? {
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, pair[0] == name { return String(pair[1]).removingPercentEncoding }
    }
    return nil
  }

  /// Returns the length of the body, according to the head.
  ///
  /// - Throws: The response to a body that is too long, or has no length.
  func bodyLength(atMost limit: Int) throws(HTTPResponse) -> Int {
    guard headers["transfer-encoding"] == nil else {
      throw .error(413, "the request may not have a body without a 'Content-Length'")
    }
    guard let length = Int(headers["content-length", default: "0"]), length >= 0 else {
      throw .error(400, "the 'Content-Length' must be a number")
    }
    guard length <= limit else {
      throw .error(
        413,
        limit == 0
          ? "the request may not have a body" : "the limit for the body is \(limit) bytes")
    }
    return length
  }

  /// The name of the host that the client has used, in lower case and without the port.
  var hostName: String? {
    guard let host = headers["host"] else { return nil }
    // An IPv6 address is in brackets, because it contains colons.
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : nil
    return host[..<(end ?? host.firstIndex(of: ":") ?? host.endIndex)].lowercased()
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }
}
