import Foundation
import ModularityTestSupport
import Testing

@testable import Bridge

/// The check of a descriptor that another process has made.
@Suite struct ListeningPathTests {
  private func error(of descriptor: Int32) -> String {
    do throws(UnixSocketError) { return try UnixSocket.listeningPath(of: descriptor) } catch {
      return error.description
    }
  }

  @Test func `Only a stream socket that listens at a path is one for a console`() throws {
    let folder = try TemporaryFolder(isShort: true)
    let address = try UnixSocketAddress(path: folder.path("console"))
    let stream = try UnixSocket.make(.stream, for: address.path)
    defer { close(stream) }
    #expect(
      error(of: stream)
        == "descriptor \(stream) is not a socket with an absolute path in the file system")
    try #require(unsafe address.withAddress { unsafe bind(stream, $0, $1) } == 0)
    #expect(error(of: stream) == "the socket '\(address.path)' does not listen for streams")
    try #require(listen(stream, 1) == 0)
    #expect(try UnixSocket.listeningPath(of: stream) == address.path)
  }

  @Test func `Another kind of descriptor is rejected with the reason`() throws {
    let folder = try TemporaryFolder(isShort: true)
    let address = try UnixSocketAddress(path: folder.path("notices"))
    let datagrams = try UnixSocket.make(.datagrams, for: address.path)
    defer { close(datagrams) }
    try #require(unsafe address.withAddress { unsafe bind(datagrams, $0, $1) } == 0)
    #expect(error(of: datagrams) == "the socket '\(address.path)' does not listen for streams")
    let port = socket(AF_INET, UnixSocket.streamType, 0)
    defer { close(port) }
    try #require(listen(port, 1) == 0)
    #expect(error(of: port).hasSuffix("is not a socket with an absolute path in the file system"))
    let file = unsafe open(folder.url.path, O_RDONLY)
    defer { close(file) }
    #expect(error(of: file).hasPrefix("descriptor \(file) is not a socket ("))
    #expect(error(of: -1).hasPrefix("descriptor -1 is not a socket ("))
    let abstract = try UnixSocketAddress(path: "@modkit-\(getpid())-listening-path")
    let nameless = try UnixSocket.make(.stream, for: abstract.path)
    defer { close(nameless) }
    try #require(unsafe abstract.withAddress { unsafe bind(nameless, $0, $1) } == 0)
    try #require(listen(nameless, 1) == 0)
    #expect(
      error(of: nameless).hasSuffix("is not a socket with an absolute path in the file system"))
  }
}
