import Spelling

/// The parts of the page that ``ModuleGraph/html(title:)`` writes.
///
/// They are texts in the source and no resources, so that a tool that is copied
/// somewhere else has them with it.
enum Report {
  private static let style = [styleBase, styleParts, styleDrawings].joined(separator: "\n")

  private static let script = [
    scriptData, scriptState, scriptLayout, scriptScene, scriptDrawing, scriptMoving, scriptDetails,
    scriptLists, scriptRuns, scriptMain,
  ].joined(separator: "\n")

  /// Puts a page together.
  ///
  /// - Parameters:
  ///   - title: What stands at the top.
  ///   - json: The data, which may say anything.
  /// - Returns: The page, which asks for nothing from outside.
  static func page(title: String, json: String) -> String {
    let nonce = nonce(of: json)
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
      \(style)
      </style>
      </head>
      <body>
      \(skeleton.replacing("TITLE", with: title))
      <script type="application/json" id="data">\(EscapedText.json(json, isInHTML: true))</script>
      <script nonce="\(nonce)">
      (() => {
      "use strict";
      \(script)
      })();
      </script>
      </body>
      </html>

      """
  }

  /// The word that tells the page's own script from others: made of the data, so
  /// that the same graph is the same page, and nothing in the data can know it.
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
