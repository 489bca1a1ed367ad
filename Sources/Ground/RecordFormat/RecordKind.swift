/// The kind of a record's declaration, as a code of four printable ASCII characters.
///
/// A module that needs its own records chooses a code that no other module uses, and extends this
/// type with a name for it.
///
/// ```swift
/// extension RecordKind {
///   static let shopPage: RecordKind = "shop"
/// }
/// ```
public struct RecordKind: RawRepresentable, Hashable, Sendable {
  /// The four characters in a single word, with the first in the highest byte.
  public let rawValue: UInt32

  /// Creates a kind from its word.
  ///
  /// The bytes can have any value, because a record in a binary may contain anything.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a kind from its code.
  ///
  /// Returns `nil` if the code is not four printable ASCII characters.
  public init?(_ code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 4, bytes.allSatisfy(Self.isPrintable) else { return nil }
    rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte)
  }
}

extension RecordKind: ExpressibleByStringLiteral {
  /// Creates a kind from a literal code such as `"evnt"`.
  ///
  /// - Precondition: The code is four printable ASCII characters.
  public init(stringLiteral code: String) {
    guard let kind = RecordKind(code) else {
      preconditionFailure(
        "'\(code)' is not a record kind: write exactly four printable ASCII characters, as in "
          + "\"evnt\"."
      )
    }
    self = kind
  }
}

extension RecordKind: CustomStringConvertible {
  /// The four characters of the code.
  ///
  /// Bytes that are not printable are shown in hexadecimal.
  public var description: String {
    let bytes = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: rawValue >> $0)
    }
    // Nearly all kinds are printable, and lists contain thousands of them.
    if bytes.allSatisfy(Self.isPrintable) { return String(decoding: bytes, as: UTF8.self) }
    return bytes.map { byte in
      Self.isPrintable(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}

extension RecordKind {
  /// A callback of RheaTime.
  ///
  /// Its key is the event.
  package static let callback: RecordKind = "rhea"
  /// A routing class of Khala.
  ///
  /// Its key is the host of its URLs.
  package static let routingClass: RecordKind = "khla"
  /// A function with `@KhalaCall`.
  ///
  /// Its key is the URL that it calls.
  package static let contract: RecordKind = "khct"
  /// An observer of a shared relay.
  ///
  /// Its key is the key of the relay.
  package static let observer: RecordKind = "phob"
  /// The key of a shared relay.
  package static let relayKey: RecordKind = "phky"
  /// A task that events run.
  ///
  /// The key of every task is its name.
  package static let eventTask: RecordKind = "task"
  /// A task that notifications run.
  package static let notificationTask: RecordKind = "tnot"
  /// A task that the clock runs.
  package static let scheduledTask: RecordKind = "tsch"
  /// A job.
  ///
  /// Its key is its name.
  package static let job: RecordKind = "tjob"
  /// The mode in which a process runs its tasks.
  package static let taskMode: RecordKind = "tmod"
  /// A wire of Bridge.
  ///
  /// Its key describes both ends.
  package static let wire: RecordKind = "wire"
  /// A listener for the phases of a process.
  ///
  /// Its key is the phase.
  package static let lifecycleListener: RecordKind = "life"
  /// A use of a name that code contains only at run time.
  ///
  /// Its key is this name.
  package static let use: RecordKind = "uses"

  private static let nouns: [RecordKind: String] = [
    .callback: "callback", .routingClass: "class", .contract: "contract", .observer: "observer",
    .relayKey: "key", .eventTask: "task", .notificationTask: "task", .scheduledTask: "task",
    .job: "job", .taskMode: "task mode", .wire: "wire", .lifecycleListener: "listener",
    .use: "use",
  ]

  /// The word for a declaration of this kind.
  ///
  /// For a kind that a module defines, it is the code.
  package var noun: String { Self.nouns[self] ?? description }
}
