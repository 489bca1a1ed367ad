import Spelling

/// A response of HTTP/1.1.
///
/// The connection ends after it.
package struct HTTPResponse: Error, Sendable, Hashable {
  /// The status code.
  package var status: Int

  /// The content type of the body.
  package var type: String

  /// The body.
  package var body: [UInt8]

  /// Additional headers by name.
  package var headers: [String: String] = [:]

  /// Creates a response with a text.
  package init(_ status: Int, _ text: String, type: String, _ headers: [String: String] = [:]) {
    self.status = status
    self.type = type
    body = Array(text.utf8)
    self.headers = headers
  }

  /// Returns the response for an error, with a sentence that describes it.
  package static func error(
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
    head(["Content-Length": "\(body.count)"]) + (method == "HEAD" ? [] : body)
  }

  /// Returns the bytes of the head, which ends with an empty line.
  ///
  /// Without the length of the body, it lasts until the connection ends.
  func head(_ length: [String: String] = [:]) -> [UInt8] {
    var fields = headers.merging(length) { $1 }
    fields["Content-Type"] = type
    fields["Connection"] = "close"
    fields["Cache-Control"] = "no-store"
    fields["X-Content-Type-Options"] = "nosniff"
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return Array("HTTP/1.1 \(status) \(reason)\r\n\(lines.joined())\r\n".utf8)
  }

  private var reason: String {
    switch status {
    case 200: "OK"
    case 303: "See Other"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Error"
    }
  }
}
