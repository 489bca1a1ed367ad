import Foundation
import HarborContracts

/// The notice board, for all callers by URL.
@KhalaModule final class Notices {
  func post(_ text: String) { DayLog.say("posted: \(text)") }
}

@MainActor enum Broadcasts {
  // The storm concerns modules that this one does not know: a notification reaches all that
  // have such a function.
  #rhea(time: .stormDidBegin, priority: .low, repeatable: true) {
    for answer in KhalaNotify(str: "kl://secure")?.callLabeled() ?? [] {
      DayLog.say("heard from \(answer.name): \(answer.value ?? "nothing")")
    }
  }

  #appDidFinishLaunching {
    // Old radio messages go to stations that are gone. With a fallback for their scheme
    // none is lost, and mistakes in URLs of the app stay mistakes.
    Khala.fallback(scheme: "radio") { arguments, _ in
      try KhalaStore.post("radio for \(arguments.url.host() ?? "no station"), who is not here")
    }
  }
}
