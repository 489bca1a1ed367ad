internal import Foundation

/// The identity of a stream into the journal: the device and the inode of its descriptor.
struct JournalStream: Equatable {
  private let device: UInt64
  private let inode: UInt64

  /// Reads the variable `JOURNAL_STREAM`, which systemd sets for services whose output it takes.
  ///
  /// A process that redirects its standard error inherits the variable, too; so it counts only
  /// if it is equal to the stream of the descriptor.
  init?(environment: [String: String]) {
    guard let parts = environment["JOURNAL_STREAM"]?.split(separator: ":"), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return nil }
    self.device = device
    self.inode = inode
  }

  /// Reads the identity of an open descriptor.
  init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
