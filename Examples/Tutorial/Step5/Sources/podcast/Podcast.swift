import Bridge
import Contracts

@main
struct Podcast: ModularApp {
  @MainActor func run(_ context: AppContext) async throws {
    print("playing", try KhalaStore.play(number: 2))
  }
}
