/** What an address answers with. */
export async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`;
    throw new Error(`${address}: ${status}; the address of arimaa.wasm can be given as source`);
  }
  return response;
}
