/** What an address answers with; the hint is said where it is nothing. */
export async function fetched(address: URL, hint = ""): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`;
    throw new Error(`${address}: ${status}${hint}`);
  }
  return response;
}
