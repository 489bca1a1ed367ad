internal import CReportPage
import Spelling

/// The page that ``ModuleGraph/html(title:)`` writes.
///
/// The contents of the files in `Sources/Page` are embedded in the program.
enum Report {
  // Each file ends with a line feed.
  private static var html: String { unsafe String(cString: report_page_html) }
  private static var css: String { unsafe String(cString: report_page_css) }
  private static var script: String { unsafe String(cString: report_page_script) }

  /// Builds a page.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - json: The data, with any content.
  ///   - trace: The trace in columns, if any. Without one, the page draws no timeline.
  /// - Returns: The page, which requests no external resources.
  static func page(title: String, json: String, trace: String? = nil) -> String {
    let nonce = nonce(of: json + (trace ?? ""))
    let title = EscapedText.html(title)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; base-uri 'none'; \
      form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style nonce="\(nonce)">
      \(css)</style>
      </head>
      <body>
      \(html.replacing("TITLE", with: title))\
      \(data(json, id: "data"))\(trace.map { "\n" + data($0, id: "trace-data") } ?? "")
      <script nonce="\(nonce)">
      \(script)</script>
      </body>
      </html>

      """
  }

  /// Returns an element with data, which browsers do not run.
  private static func data(_ json: String, id: String) -> String {
    """
    <script type="application/json" id="\(id)">\(EscapedText.json(json, isInHTML: true))</script>
    """
  }

  /// Returns the nonce that identifies the page's own script.
  ///
  /// It is derived from the data, so that equal graphs have equal pages, and the data cannot
  /// contain it.
  private static func nonce(of text: String) -> String {
    var words: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15]
    for byte in text.utf8 {
      for number in words.indices {
        words[number] = (words[number] ^ UInt64(byte)) &* 0x100_0000_01B3
        words[number] ^= words[number] >> 29
      }
    }
    return words.map { String($0, radix: 16) }.joined()
  }
}
