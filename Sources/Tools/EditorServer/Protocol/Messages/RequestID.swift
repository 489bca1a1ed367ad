/// The identifier of a request: a number or a string, as the sender likes it.
package enum RequestID: Sendable, Hashable {
  case number(Int)
  case string(String)
}

extension RequestID: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else {
      self = .string(try value.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .string(let string): try value.encode(string)
    }
  }
}

extension RequestID: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let string): "'\(string)'"
    }
  }
}
