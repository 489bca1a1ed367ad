// The closure of a job does not say the type of the payload.
// Write it: `{ (page: Int) in … }`.
import TaskStore

#job("print") { page in print(page) }
// 1: error: type 'Any' cannot conform to 'Decodable' [#ProtocolTypeNonConformance]
// 1: note: only concrete types such as structs, enums and classes can conform to protocols
// 1: error: type 'Any' cannot conform to 'Encodable' [#ProtocolTypeNonConformance]
