import EditorServer
import ModularityTestSupport
import Testing

@Suite struct TypeTests {
  @Test(arguments: [
    ([String]?.some(["utf-16", "utf-8"]), LSP.PositionEncoding.utf8),
    (["utf-32", "utf-16"], .utf16),
    (["utf-32"], .utf32), (["ucs-2"], .utf16), ([], .utf16), ([String]?.none, .utf16),
  ])
  func `UTF-8 is preferred, then UTF-16, which every client has`(
    _ names: [String]?, _ encoding: LSP.PositionEncoding
  ) {
    #expect(LSP.PositionEncoding(offered: names) == encoding)
  }

  @Test func `A path comes back from its address`() {
    let alphabet = Array("abc /#?%:é🚢+&=[]")
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let path = "/" + String((0..<20).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let uri = LSP.DocumentURI(path: path)
      #expect(uri.path == path)
      #expect(uri.text.utf8.allSatisfy { $0 > 32 && $0 < 127 })
    }
  }

  @Test(arguments: [
    ("file:///a/b.swift", String?.some("/a/b.swift")), ("file://localhost/a", "/a"),
    ("FILE:///a", "/a"),
    ("file:///a%2Fb%zz%", "/a/b%zz%"), ("untitled:Untitled-1", nil), ("file:a", nil),
    ("file:///%FF", nil), ("", nil),
  ])
  func `An address that is no file has no path`(_ text: String, _ path: String?) {
    #expect(LSP.DocumentURI(text: text).path == path)
  }
}
