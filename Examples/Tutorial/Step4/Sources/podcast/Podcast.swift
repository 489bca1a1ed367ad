import Contracts
import Khala
import ProcessLifecycle
import TaskKit

@main
struct Podcast {
  static func main() async throws {
    await ProcessLifecycle.launch().finished()
    print("playing", try KhalaStore.play(number: 2))
    await TaskManager.shared.terminate()
  }
}
