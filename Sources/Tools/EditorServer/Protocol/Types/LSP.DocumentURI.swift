extension LSP {
  /// The URI of a document, such as `file:///Shop/Cart.swift`.
  package struct DocumentURI: Sendable, Hashable {
    /// The URI in the form of the client, or in a form that clients expect.
    package let text: String

    package init(text: String) {
      self.text = text
    }

    /// Creates the URI of a file.
    package init(path: String) {
      var text = "file://"
      for byte in path.utf8 {
        if Self.isPlain(byte) {
          text.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
      }
      self.text = text
    }

    /// The path of the file, or `nil` if the document is not a file, such as an unsaved document.
    package var path: String? {
      guard text.lowercased().hasPrefix("file://") else { return nil }
      // The host is ignored, because it is the machine of the editor.
      let address = text.utf8.dropFirst("file://".utf8.count)
      guard let slash = address.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      return Self.decoded(address[slash...])
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
      default: false
      }
    }

    /// Returns a text with decoded escapes, or `nil` if the result is not valid UTF-8.
    private static func decoded(_ escaped: Substring.UTF8View) -> String? {
      var bytes: [UInt8] = []
      var rest = escaped
      while let byte = rest.popFirst() {
        let digits = rest.prefix(2)
        if byte == UInt8(ascii: "%"), digits.count == 2,
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }
}

extension LSP.DocumentURI: Codable {
  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}
