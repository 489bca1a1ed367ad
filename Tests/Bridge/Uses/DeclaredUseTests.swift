import Foundation
import SectionRegistry
import Testing

@testable import Bridge

extension RheaEvent {
  fileprivate static let usesLogin: RheaEvent = "uses.login"
  fileprivate static let usesUnheard: RheaEvent = "uses.unheard"
}
extension TypedRheaEvent<Int> {
  fileprivate static var usesCount: Self { Self("uses.count") }
}
@RelayKeys extension RelayKey<Int> {
  fileprivate static var usesItems: Self { Self(["uses", "items"].joined(separator: ".")) }
}
extension Notification.Name {
  fileprivate static let usesPosted = Notification.Name("uses.posted")
}

#rhea(time: .usesLogin) {}
#rhea(time: .usesCount) { (_: Int) in }

#uses("kl://UsesFeed/{action}?id={}", "kl://UsesFeed/all")
#uses(event: .usesLogin, "uses.text", .usesUnheard)
#uses(event: .usesCount)
#uses(relay: .usesItems)
#uses(task: "UsesSync", "UsesClean")
#uses(job: "UsesSend")
#uses(notification: "uses.text")
#uses(notification: .usesPosted)

private enum Holder {
  #uses(task: "UsesInType")
}

/// Records of `#uses` in a running process.
@Suite struct DeclaredUseTests {
  private static let records = SectionRegistry.records.filter {
    $0.kind == .use && $0.fileID.hasSuffix("/DeclaredUseTests.swift")
  }

  @Test func `Every form is a record of its module, in the order of the source`() {
    #expect(
      Self.records.map { "\($0.key) \($0.detail)" } == [
        #"kl://UsesFeed/{}?id={} {"target":"route"}"#, #"kl://UsesFeed/all {"target":"route"}"#,
        #".usesLogin {"target":"event"}"#, #"uses.text {"target":"event"}"#,
        #".usesUnheard {"target":"event"}"#, #".usesCount {"target":"event"}"#,
        #".usesItems {"target":"relay"}"#, #"UsesSync {"target":"task"}"#,
        #"UsesClean {"target":"task"}"#, #"UsesSend {"target":"job"}"#,
        #"uses.text {"target":"notification"}"#, #".usesPosted {"target":"notification"}"#,
        #"UsesInType {"target":"task"}"#,
      ])
    #expect(Set(Self.records.map(\.location.module)) == ["BridgeTests"])
  }

  @Test func `Constants of callbacks and keys have their names in the process, others do not`() {
    let resolved = KnownNames().resolved(SectionRegistry.records).filter {
      $0.kind == .use && $0.fileID.hasSuffix("/DeclaredUseTests.swift")
    }
    let names = zip(Self.records, resolved).filter { $0.0.key != $0.1.key }.map {
      "\($0.0.key) \($0.1.key)"
    }
    #expect(
      names == [
        ".usesLogin uses.login", ".usesCount uses.count", ".usesItems uses.items",
      ])
    let unresolved = resolved.filter { $0.flags.contains(.unresolvedKey) }.map(\.key)
    #expect(unresolved == [".usesUnheard", ".usesPosted"])
  }

  @Test func `A constant that stands for two names stays as it is`() {
    func callback(_ key: String, _ line: Int, _ flags: RecordFlags) -> DeclaredRecord {
      DeclaredRecord(
        kind: .callback, key: key, fileID: "A/A.swift", line: line, flags: flags, id: UInt64(line))
    }
    let use = DeclaredRecord(
      kind: .use, key: "Events.login", fileID: "A/A.swift", line: 9, flags: .unresolvedKey, id: 9,
      detail: #"{"target":"event"}"#)
    let written = [callback("A.login", 1, .unresolvedKey), callback("B.login", 2, .unresolvedKey)]
    let differing = [callback("a", 1, []), callback("b", 2, [])]
    let same = [callback("a", 1, []), callback("a", 2, [])]
    #expect(KnownConstants(written, resolved: differing).resolved(use) == use)
    #expect(KnownConstants(written, resolved: same).resolved(use).key == "a")
  }
}
