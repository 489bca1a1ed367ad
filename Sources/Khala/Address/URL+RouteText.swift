import Foundation

extension URL {
  /// The text that routes are looked up by.
  ///
  /// Foundation writes a host that is not ASCII as punycode, `kl://中文` as
  /// `kl://xn--fiq228c`, and a routing class is named by what was meant. Other
  /// hosts are left as they are.
  var routeText: String {
    let text = absoluteString
    guard text.contains("xn--"), var parts = (try? RouteAddress(text))?.parts,
      let host = URLComponents(url: self, resolvingAgainstBaseURL: true)?.host, host != parts.host
    else { return text }
    parts.host = host
    return (try? parts.canonicalText()) ?? text
  }
}
