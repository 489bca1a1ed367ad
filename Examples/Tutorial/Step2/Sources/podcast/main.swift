import Contracts
import Khala

print("playing", try KhalaStore.play(number: 2))
