import Foundation
import Khala
import ModularityTestSupport
import Testing

/// What is set for the process is set by one test after the other.
@Suite(.serialized) struct ProcessSettingTests {
  private final class Recorder: KhalaHistory {
    var isEnabled: Bool {
      get { true }
      set {}
    }
    let lines = EventRecorder<String>()

    func write(_ value: KhalaNode) {
      lines.record("\(value.url) \(value.params["history"] ?? "nothing")")
    }
  }

  @Test func `A custom history receives every call, also failed ones`() {
    let before = Khala.history
    defer { Khala.history = before }
    let recorder = Recorder()
    Khala.history = recorder
    Khala(str: "kl://CallSample/server?history=1&value=2")?.call()
    _ = try? Khala(str: "kl://CallSample/nowhere?history=2")?.call(as: Int.self)
    #expect(
      recorder.lines.events.filter { !$0.hasSuffix("nothing") } == [
        "kl://CallSample/server 1", "kl://CallSample/nowhere 2",
      ])
  }

  @Test func `The log is disabled by default`() {
    #expect(!Khala.isEnabledLog)
  }

  // In a process of its own: the list is read and written as a whole, and a filter that
  // another test adds meanwhile would be lost.
  @Test func `A filter changes where a call goes, and its query counts`() async {
    await #expect(processExitsWith: .success) {
      Khala.rewrite.filters.append(
        RewriteFilter { node in
          if node.url.host == "Elsewhere" {
            node.url = try #require(URL(string: "kl://CallSample/server?value=5"))
          }
          return node
        })
      #expect(Khala(str: "kl://Elsewhere/f?other=1")?.call() as? Int == 5)
    }
  }

  @Test func `A filter rejects a call with its reason`() {
    let filter = RewriteFilter { node in
      guard node.address("Forbidden") else { return node }
      throw KhalaDenial("closed today")
    }
    Khala.rewrite.add(filter: filter)
    defer { Khala.rewrite.remove(filter: filter) }
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://Forbidden/f")!.call(as: Int.self)
    }
    #expect(error?.code == .denied)
    #expect(error?.message.contains("closed today") == true)
  }

  // In a process of its own: messages of all other tests are in English.
  @Test func `Messages are in the language that is set`() async {
    await #expect(processExitsWith: .success) {
      Khala.language = .cn
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://CallSample/serve")!.call(as: Int.self)
      }
      #expect(
        error?.message.hasPrefix(
          """
          [Khala] 'kl://CallSample/serve' 没有匹配的路由。路由类 'CallSample' \
          (KhalaTests/SampleModules.swift:4) 没有该路由函数: 是否为路由函数 'server' 或 路由函数 'server6'? \
          该类的路由函数: \n0: server(
          """) == true)
    }
  }

  @Test func `An unresolved call of the program itself stops a debug build`() async {
    await #expect(processExitsWith: .failure) {
      Khala.isEnabledAssert = true
      Khala(str: "kl://CallSample/nowhere")?.call()
    }
  }
}

extension KhalaNode {
  fileprivate func address(_ host: String) -> Bool { url.host == host }
}
