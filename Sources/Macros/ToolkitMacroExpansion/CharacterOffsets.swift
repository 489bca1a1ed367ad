import Synchronization

/// The distances of errors from the beginning of their syntax.
///
/// The library between a plugin and the compiler reports every error at the beginning of
/// a node, and forgets the position in it. The plugin puts it back into the answer.
package enum CharacterOffsets {
  private static let noted = Mutex<[String: Int]>([:])

  /// Notes the offset of the error that has this message.
  static func note(_ offset: Int, of message: String) {
    noted.withLock { noted in
      // In a process that is no plugin nothing takes them.
      if noted.count >= 100 { noted = [:] }
      noted[message] = offset
    }
  }

  /// Takes the offsets of the errors of one expansion, by their messages.
  package static func take() -> [String: Int] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }
}
