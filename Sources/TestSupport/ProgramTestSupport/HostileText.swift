import ModularityTestSupport

/// Texts that a malicious file may contain to mislead a reader, with a fixed seed.
package enum HostileText {
  /// Scalars that are used in markup, are invisible, or combine with adjacent ones.
  private static let scalars: [Unicode.Scalar] = [
    "a", " ", "<", ">", "&", "\"", "'", "`", "|", "\\", "#", ":", ",", "%", "\n", "\r", "\t", "\0",
    "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{600}", "\u{605}", "\u{301}", "\u{20DD}", "\u{200B}",
    "\u{200C}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{FE0F}", "\u{FEFF}",
    "\u{E0041}", "\u{1F1E6}", "\u{1F3FD}", "\u{D4E}", "\u{11F02}", "é", "船",
  ]

  package static let samples: [String] = {
    var generator = SeededGenerator(seed: 600)
    return (0..<2_000).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        text.append(scalars.randomElement(using: &generator) ?? "a")
      }
      return String(text)
    }
  }()
}
