import Spelling

/// A response of HTTP/1.1.
///
/// The connection ends after it.
struct HTTPResponse: Error, Sendable, Hashable {
  /// The status code.
  var status: Int

  /// The content type of the body.
  var type: String

  /// The body.
  var body: [UInt8]

  /// Additional headers by name.
  var headers: [String: String] = [:]

  /// Creates a response with a text.
  init(_ status: Int, _ text: String, type: String, _ headers: [String: String] = [:]) {
    self.status = status
    self.type = type
    body = Array(text.utf8)
    self.headers = headers
  }

  /// Returns the response for an error, with a sentence that describes it.
  static func error(
    _ status: Int, _ message: String, _ headers: [String: String] = [:]
  ) -> HTTPResponse {
    // Parts of the request may contain control characters for the terminal that displays the
    // message.
    HTTPResponse(
      status, "\(EscapedText.line(message))\n", type: "text/plain; charset=utf-8", headers)
  }

  /// Returns the bytes of the response to a request with this method.
  ///
  /// The response to `HEAD` has no body.
  func bytes(for method: String?) -> [UInt8] {
    var fields = headers
    fields["Content-Type"] = type
    fields["Content-Length"] = "\(body.count)"
    fields["Connection"] = "close"
    fields["Cache-Control"] = "no-store"
    fields["X-Content-Type-Options"] = "nosniff"
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    let head = "HTTP/1.1 \(status) \(reason)\r\n\(lines.joined())\r\n"
    return Array(head.utf8) + (method == "HEAD" ? [] : body)
  }

  private var reason: String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 421: "Misdirected Request"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Error"
    }
  }
}
