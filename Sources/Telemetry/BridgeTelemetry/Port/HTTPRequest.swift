/// The head of an HTTP/1 request.
struct HTTPRequest: Sendable, Hashable {
  /// The method, such as `GET`.
  var method: String

  /// The path, without the query.
  var path: String

  /// The header values by name.
  ///
  /// The names are in lower case.
  var headers: [String: String]

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
    }
  }

  /// The response to a request that is not supported, because it has another method, a body, or
  /// another host.
  var rejection: HTTPResponse? {
    guard method == "GET" || method == "HEAD" else {
      return .error(
        405, "the method must be GET or HEAD, not \(method)", ["Allow": "GET, HEAD"])
    }
    guard headers["content-length", default: "0"] == "0", headers["transfer-encoding"] == nil else {
      return .error(413, "the request may not have a body")
    }
    // A page in a browser could reach this port with a name that resolves to this machine, and read
    // the response.
    guard let host = headers["host"], !Self.isLoopback(host) else { return nil }
    return .error(421, "the host must be localhost or 127.0.0.1, not '\(host)'")
  }

  private static func isLoopback(_ host: String) -> Bool {
    let name = host.prefix { $0 != ":" }.lowercased()
    return ["localhost", "127.0.0.1"].contains(name)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }
}
