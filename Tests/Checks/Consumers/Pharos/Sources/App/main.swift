import ActorSnippets
import MainActorSnippets
import Paper
import Snippets

heading("=== In classes")
try await Snippets.showDocument()

heading("=== In classes of the main actor")
try await MainActorSnippets.showDocument()

heading("=== In actors")
try await ActorSnippets.showDocument()

heading("=== Shared between threads")
try await showSharing()
